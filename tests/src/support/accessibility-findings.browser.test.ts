import { axeFindings, overflowFindings } from './accessibility-findings';
import { testInBrowser } from './browser';
import { launchChromium } from './chromium';

const PAGE = (body: string) =>
  `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main>`;

testInBrowser('axeFindings and overflowFindings report the faults of a page, and none of a valid page', async () => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.setContent(PAGE('<p>Nothing is wrong here.</p>'));
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowFindings(page)).toEqual([]);

    await page.setContent(PAGE('<button></button><p style="width: 600px">Far too wide</p>'));
    expect(await axeFindings(page)).toEqual([expect.stringContaining('button-name')]);
    expect(await overflowFindings(page)).toContainEqual(expect.stringContaining('scrolls sideways'));

    await page.setContent(PAGE('<button></button><p style="color: #bbb">Far too pale</p>'));
    expect(await axeFindings(page, 'colours')).toEqual([expect.stringContaining('color-contrast')]);
  } finally {
    await browser.close();
  }
});
