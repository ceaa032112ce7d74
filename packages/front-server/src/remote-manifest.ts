import { ROLES } from '@piecework/contracts/constants';
import { addressOf, pageKeyOf } from '@piecework/federation/page-addresses';
import { z } from 'zod';

const text = z.string().min(1).max(100);
const page = z.string().regex(/^(\/|\*|[a-z][\w-]*(\/:?[\w-]+)*)$/i, 'is no path of a page');

/** `RemoteManifest` of packages/web-kit/src/remote.ts, as far as this server and the shell depend on it. */
const manifestSchema = z.object({
  role: z.enum(ROLES).nullable(),
  title: text,
  pages: z.array(page).min(1).max(200),
  menu: z
    .array(
      z.object({
        label: text,
        to: page,
        icon: z.string().regex(/^[\w-]+$/),
        short: text.optional(),
        also: z.array(page).optional(),
        whileAny: z.string().optional(),
        withMail: z.boolean().optional(),
      }),
    )
    .max(20),
  firstViews: z.array(page).default([]),
  texts: z.record(z.string(), z.record(z.string(), z.string())).optional(),
});
export type RemoteManifest = z.output<typeof manifestSchema>;

/** What this server reads in the mf-manifest.json of a build. */
const buildSchema = z.object({
  metaData: z.object({
    remote: manifestSchema,
    version: z.string().min(1).max(100),
    /** File of the first views, relative to the manifest. */
    firstView: z.string().optional(),
  }),
});
export type BuildManifest = z.output<typeof buildSchema>['metaData'];

/** @throws {z.ZodError} */
export const parseBuildManifest = (value: unknown): BuildManifest => buildSchema.parse(value).metaData;

/** What the remote owns: see `pageKeyOf`. `*` is a key of its own. */
export const pageKeysOf = ({ role, pages }: Pick<RemoteManifest, 'role' | 'pages'>): ReadonlySet<string> =>
  new Set(pages.map((path) => pageKeyOf(addressOf(role, path))));
