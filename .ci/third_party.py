#!/usr/bin/env python3
"""Writes what a package owes to others: third_party.py FOLDER BINARY

THIRD-PARTY-NOTICES.txt has every crate and font linked into the binary, with its licence and the texts that its authors
ship; feltproof.cdx.json is the same list as a CycloneDX 1.5 bill of materials, with the SHA-256 of each crate and of the
binary. Both follow from Cargo.lock: same sources, same bytes. A crate without a stated licence is an error.
"""

import hashlib
import json
import pathlib
import subprocess
import sys
import tomllib

TEXTS = ("license", "licence", "copying", "notice", "unlicense", "copyright")


def cargo(*arguments):
    return subprocess.run(["cargo", *arguments], check=True, capture_output=True, text=True).stdout


def linked():
    """Name and version of each crate whose code the binary holds, in order; those of this workspace are not among them."""
    lines = cargo("tree", "--locked", "-p", "feltproof", "-e", "normal", "--prefix", "none", "--no-dedupe", "-f", "{p}")
    words = {tuple(line.split()[:2]) for line in lines.splitlines() if "(/" not in line and "(\\" not in line}
    return sorted((name, version.lstrip("v")) for name, version in (w for w in words if len(w) == 2))


def texts_of(folder, stated):
    # A crate that binds a library of C has that library's text deeper down.
    places = folder.rglob("*") if folder.name.rsplit("-", 1)[0].endswith("-sys") else folder.iterdir()
    files = [p for p in places if p.is_file() and p.name.lower().startswith(TEXTS)]
    files += [folder / stated] if stated and (folder / stated).is_file() else []
    return {str(p.relative_to(folder)): p.read_text(encoding="utf-8", errors="replace").strip() for p in sorted(set(files))}


def main(folder, binary):
    metadata = json.loads(cargo("metadata", "--locked", "--format-version", "1"))
    packages = {(p["name"], p["version"]): p for p in metadata["packages"]}
    root = pathlib.Path(metadata["workspace_root"])
    lock = tomllib.loads((root / "Cargo.lock").read_text())["package"]
    checksums = {(p["name"], p["version"]): p.get("checksum") for p in lock}
    by_text, lines, components = {}, [], []
    for key in linked():
        package = packages[key]
        licence = package["license"] or (package["license_file"] and "see its text")
        if not licence:
            sys.exit(f"{key[0]} {key[1]} states no licence: leave it out, or find out which it has")
        source = package["repository"] or package["homepage"] or f"https://crates.io/crates/{key[0]}"
        lines.append(f"{key[0]} {key[1]}: {licence}; {source}")
        for name, text in texts_of(pathlib.Path(package["manifest_path"]).parent, package["license_file"]).items():
            by_text.setdefault(text, []).append(f"{key[0]} {key[1]} ({name})")
        component = {"type": "library", "name": key[0], "version": key[1], "purl": f"pkg:cargo/{key[0]}@{key[1]}"}
        # CycloneDX takes SPDX expressions, in which a stroke has become OR.
        component["licenses"] = [{"expression": licence.replace("/", " OR ")}] if package["license"] else []
        if checksums.get(key):
            component["hashes"] = [{"alg": "SHA-256", "content": checksums[key]}]
        components.append(component)
    for font in sorted(root.glob("crates/**/fonts/**/*")):
        if font.is_file() and font.name.lower().startswith((*TEXTS, "ofl")):
            by_text.setdefault(font.read_text(encoding="utf-8").strip(), []).append(f"fonts beside {font.relative_to(root)}")
    heading = "Feltproof is linked with these crates. Their sources are where each line says; texts follow.\n"
    parts = [heading, "\n".join(lines)]
    for text, users in sorted(by_text.items(), key=lambda item: item[1][0]):
        parts.append("-" * 80 + "\n" + "\n".join(users) + "\n\n" + text)
    (folder / "THIRD-PARTY-NOTICES.txt").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    digest = hashlib.sha256(binary.read_bytes()).hexdigest()
    version = packages[next(k for k in packages if k[0] == "feltproof")]["version"]
    own = {"type": "application", "name": "feltproof", "version": version, "hashes": [{"alg": "SHA-256", "content": digest}]}
    bill = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": {"component": own}, "components": components}
    (folder / "feltproof.cdx.json").write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
    print(f"{len(components)} crates, {len(by_text)} different texts")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
