// report.html in a real browser: nobody else is asked, axe finds nothing, the keyboard is enough, figures are plain
// sums, hostile text stays text, 10,000 exceptions stay fluid.
// node page.mjs FOLDER_OF_NODE_MODULES REPORT_FOLDER
import { createRequire } from 'node:module';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import assert from 'node:assert/strict';

const [modules, folder] = process.argv.slice(2).map((path) => resolve(path));
const require = createRequire(join(modules, 'node_modules/'));
const puppeteer = require('puppeteer-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const html = readFileSync(join(folder, 'report.html'), 'utf8');
const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
const work = mkdtempSync(join(tmpdir(), 'page-'));
const browser = await puppeteer.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

// The page of a text, with everything that it asks for or complains about counted as a failure.
let written = 0;
const opened = async (text, { width = 1280, scheme = 'light', script = true } = {}) => {
  const file = join(work, `${written += 1}.html`);
  writeFileSync(file, text);
  const page = await browser.newPage();
  const wrong = (what) => assert.fail(what);
  page.on('console', (message) => wrong(`console: ${message.text()}`));
  page.on('pageerror', (error) => wrong(`script: ${error.message}`));
  page.on('dialog', () => wrong('a dialog'));
  page.on('request', (request) => assert.equal(request.url(), `file://${file}`));
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setViewport({ width, height: 900 });
  await page.setJavaScriptEnabled(script);
  await page.goto(`file://${file}`);
  return page;
};

// The page with other data in it; the policy covers scripts, not data.
const withData = (change) => {
  const begin = html.indexOf('id="report">') + 'id="report">'.length;
  const end = html.indexOf('</script>', begin);
  const data = JSON.parse(html.slice(begin, end));
  change(data);
  const inert = JSON.stringify(data).replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`);
  return html.slice(0, begin) + inert + html.slice(end);
};

const status = (page) => page.$eval('#exceptions .status', (of) => of.textContent);
const select = (page, label, text) => page.evaluate((name, wanted) => {
  const field = [...document.querySelectorAll('.field')].find((of) => of.querySelector('label')?.textContent === name);
  const list = field.querySelector('select');
  list.selectedIndex = [...list.options].findIndex((of) => of.textContent.startsWith(wanted));
  list.dispatchEvent(new Event('change'));
}, label, text);

// A second way to the sums: whole micro-dollars out of the decimals of report.json.
const sumOf = (exceptions, favours) => exceptions
  .filter((e) => e.favours === favours && e.difference_dollars !== null)
  .reduce((sum, e) => sum + Math.abs(Math.round(Number(e.difference_dollars) * 1e6)), 0) / 1e6;
const saysSums = (text, exceptions) => {
  const parties = [['player', 'players'], ['house', 'the house'], ['progressive fund', 'progressive funds']];
  for (const [favours, named] of parties) {
    const said = new RegExp(`(-?\\$[\\d,.]+) for ${named}`).exec(text);
    const amount = said ? Number(said[1].replace('$', '').replaceAll(',', '')) : 0;
    assert.equal(amount, sumOf(exceptions, favours), `${named}: ${text}`);
  }
};

let audits = 0;
for (const width of [1280, 390]) {
  for (const scheme of ['light', 'dark']) {
    const page = await opened(html, { width, scheme });
    await page.$eval('#exceptions-table tbody button', (of) => of.click());
    await page.$$eval('details', (all) => all.forEach((of) => { of.open = true; }));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `wider than ${width}`);
    const found = await page.evaluate(async (source) => {
      (0, eval)(source);
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
      const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags } });
      return violations.map((of) => `${of.id}: ${of.nodes[0].html}`);
    }, axe);
    assert.deepEqual(found, [], `axe, ${width} wide, ${scheme}`);
    audits += 1;
    await page.close();
  }
}

{ // Figures, filters and pages of rows.
  const page = await opened(html);
  const counted = report.exceptions.filter((e) => e.waiver === undefined);
  assert.ok((await status(page)).startsWith(`${counted.length} exceptions: `));
  saysSums(await status(page), counted);
  for (const code of new Set(counted.map((e) => e.code))) {
    const of = counted.filter((e) => e.code === code);
    await select(page, 'Check', code);
    assert.match(await status(page), new RegExp(`^${of.length} exception`));
    saysSums(await status(page), of);
    assert.equal((await page.$$('#exceptions-table tbody tr')).length, Math.min(of.length, 100));
  }
  await select(page, 'Check', 'all');
  await page.type('#least', '100');
  await page.waitForFunction(() => document.querySelector('#exceptions .status').textContent.includes('at least $100'));
  saysSums(await status(page), counted.filter((e) => Math.abs(Number(e.difference_dollars)) >= 100));
  // The matrix by each result.
  for (const result of new Set(report.controls.map((of) => of.verdict))) {
    await select(page, 'Result', result);
    const left = await page.$$eval('#matrix tbody tr', (rows) => rows.filter((row) => !row.hidden).length);
    assert.equal(left, report.controls.filter((of) => of.verdict === result).length, result);
  }
  await page.close();
}

{ // The keyboard alone.
  const page = await opened(html);
  const focused = (of) => page.evaluate((key) => document.activeElement[key] ?? document.activeElement.getAttribute(key), of);
  await page.keyboard.press('Tab');
  assert.equal(await focused('textContent'), 'Skip to the report');
  await page.focus('#findings summary');
  await page.keyboard.press('Enter');
  assert.ok(await page.$eval('#findings details', (of) => of.open));
  await page.focus('#exceptions-table tbody button');
  await page.keyboard.press('Enter');
  assert.equal(await focused('aria-expanded'), 'true');
  await page.keyboard.press('Enter');
  assert.equal(await focused('aria-expanded'), 'false');
  if (report.meters.length > 0) {
    await page.focus('.picture');
    await page.keyboard.press('End');
    const [last, whole] = [await focused('aria-valuenow'), await focused('innerHTML')];
    await page.keyboard.press('ArrowLeft');
    assert.equal(Number(await focused('aria-valuenow')), Number(last) - 1);
    const moved = await focused('innerHTML');
    await page.keyboard.press('+');
    assert.notEqual((await focused('innerHTML')).replace(/clip-\d+/g, ''), moved.replace(/clip-\d+/g, ''));
    await page.keyboard.press('0');
    await page.keyboard.press('End');
    assert.equal((await focused('innerHTML')).replace(/clip-\d+/g, ''), whole.replace(/clip-\d+/g, ''));
  }
  await page.close();
}

{ // Hostile text, in every text of every exception and finding.
  const hostile = '"><img src=x onerror=alert(1)></script><script>alert(2)</script>\u202e';
  const text = withData((data) => {
    for (const of of [...data.exceptions, ...data.findings, ...data.meters, ...data.checks]) {
      for (const [key, value] of Object.entries(of)) {
        const isText = typeof value === 'string' && !/_dollars$|^(time|favours|cause|file|code)$/.test(key);
        if (isText) of[key] = hostile;
      }
    }
  });
  const page = await opened(text);
  await page.$$eval('#exceptions-table tbody button', (all) => all.slice(0, 5).forEach((of) => of.click()));
  assert.equal((await page.$$('img, #findings script, #exceptions script, #plots script')).length, 0);
  const shown = await page.$eval('#exceptions-table', (of) => of.textContent);
  assert.ok(shown.includes('"><img src=x onerror=alert(1)></script>') && shown.includes('\\u{202e}'));
  assert.ok(!shown.includes('\u202e'));
  await page.close();
}

{ // 10,000 exceptions.
  const text = withData((data) => {
    const some = data.exceptions;
    data.exceptions = Array.from({ length: 10000 }, (_, at) => ({ ...some[at % some.length], number: at + 1, line: at, round: at }));
  });
  const begin = Date.now();
  const page = await opened(text);
  const loaded = Date.now() - begin;
  assert.ok((await status(page)).startsWith('10,000 exceptions'));
  const slowest = await page.evaluate(() => {
    const timed = (act) => {
      const start = performance.now();
      act();
      document.body.getBoundingClientRect();
      return performance.now() - start;
    };
    const lists = [...document.querySelectorAll('form select')];
    const filters = lists.map((list) => () => {
      list.selectedIndex = 1;
      list.dispatchEvent(new Event('change'));
      list.selectedIndex = 0;
      list.dispatchEvent(new Event('change'));
    });
    const buttons = [...document.querySelectorAll('#exceptions button.sort, #exceptions .turns button')];
    return Math.max(...[...filters, ...buttons.map((of) => () => of.click())].map(timed));
  });
  assert.ok(loaded < 10000 && slowest < 1000, `${loaded} ms to load, ${slowest} ms for the slowest step`);
  console.log(`10,000 exceptions: loaded in ${loaded} ms, slowest step ${Math.round(slowest)} ms`);
  await page.close();
}

{ // Without script.
  const page = await opened(html, { script: false });
  const seen = await page.$eval('main', (of) => of.innerText);
  for (const words of ['Money of the exceptions by direction', 'does not run here', 'Meter reconciliation']) {
    assert.ok(seen.includes(words), words);
  }
  await page.close();
}
await browser.close();
console.log(`${audits} audits by axe without a violation; figures, keyboard, hostile text and no script as they should be`);
