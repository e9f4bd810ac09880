"""The README's pictures: three pages of the example report.pdf, and report.html as a browser shows it. Beside them it
writes of which bytes they are made, which a test compares. Run by reports/make."""

import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

import pypdfium2
from PIL import Image

HERE = pathlib.Path(__file__).resolve().parent
DAY = HERE / "tampered-day"
IMG = HERE / "img"
GAP, GROUND = 12, (225, 229, 234)


def pages():
    """The cover, the findings in short, and the first page that begins with a finding in full."""
    document = pypdfium2.PdfDocument(str(DAY / "report.pdf"))
    texts = [page.get_textpage().get_text_range() for page in document]
    is_finding = re.compile(r"\d+\. .*\([A-Z]{3}-\d{3}\)")
    first = next(i for i, text in enumerate(texts) if is_finding.match(text))
    chosen = [document[i].render(scale=0.69).to_pil() for i in (0, 1, first)]
    wide, high = chosen[0].size
    sheet = Image.new("RGB", (GAP + len(chosen) * (wide + GAP), high + 2 * GAP), GROUND)
    for at, page in enumerate(chosen):
        sheet.paste(page, (GAP + at * (wide + GAP), GAP))
    sheet.quantize(128).save(IMG / "report.png", optimize=True)


def browser():
    with tempfile.TemporaryDirectory() as scratch:
        shot = pathlib.Path(scratch) / "page.png"
        page = (DAY / "report.html").as_uri()
        subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1180,1000",
             "--virtual-time-budget=4000", f"--user-data-dir={scratch}/profile", f"--screenshot={shot}", page],
            check=True, capture_output=True, timeout=120)
        Image.open(shot).convert("RGB").quantize(128).save(IMG / "page.png", optimize=True)


pages()
browser()
made = [("report.png", "report.pdf"), ("page.png", "report.html")]
lines = [f"{hashlib.sha256((DAY / of).read_bytes()).hexdigest()}  {of}  {picture}\n" for picture, of in made]
(IMG / "made-from.txt").write_text("".join(lines))
sys.stdout.writelines(lines)
