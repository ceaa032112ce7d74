/** Tags of a page for programs that preview its shared address. They run no script. */
export interface SharedPage {
  title: string;
  description: string;
  /** Absolute, as people share it. */
  address: string;
  picture?: string | undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** For HTML and XML. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

export const openGraphTags = ({ title, description, address, picture }: SharedPage): string => {
  const properties = {
    'og:site_name': 'Piecework',
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': address,
    ...(picture && { 'og:image': picture }),
  };
  return [
    ...Object.entries(properties).map(([name, content]) => `<meta property="${name}" content="${escaped(content)}">`),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">`,
    `<link rel="canonical" href="${escaped(address)}">`,
  ].join('');
};
