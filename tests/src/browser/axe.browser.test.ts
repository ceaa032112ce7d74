import { axeFindings } from '../support/findings';
import { THEMES } from '../support/tour';
import { onEveryScreen } from '../support/use-tour';

onEveryScreen('axe finds nothing, in both themes and both sizes', async (page, settle, size) => {
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await settle();
    found.push(...(await axeFindings(page)).map((finding) => `${size}, ${theme}: ${finding}`));
  }
  return found;
});
