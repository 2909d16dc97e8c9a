import { z } from 'zod'

/** Section `store`: where what lasts is kept, how safely, and how long. */
export const storeSection = z
  .strictObject({
    kind: z
      .enum(['sqlite', 'postgres', 'files'])
      .optional()
      .describe(
        '`sqlite`: the file `drawbridge.db` in the home. `postgres`: the database of `url`. `files`: sessions as JSON Lines, and no database at all. Default: `sqlite`, and single calls of the command line as files that are taken over later.',
      ),
    url: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Of PostgreSQL, best from the environment: `env:NAME` in braces after a dollar. Default: `DRAWBRIDGE_DATABASE_URL`, else `DATABASE_URL`.',
      ),
    durability: z
      .enum(['process', 'power'])
      .optional()
      .describe(
        'What an acknowledged record survives: the death of the process (default), or also that of the machine.',
      ),
    retentionDays: z
      .int()
      .min(1)
      .optional()
      .describe('How long sessions are kept; `drawbridge sessions prune` removes older ones. Default: for ever.'),
  })
  .superRefine(({ kind, url }, context) => {
    const problem = (message: string) => context.addIssue({ code: 'custom', path: ['url'], message })
    if (url === undefined) return
    if (kind !== 'postgres') problem('An url is for `"kind": "postgres"` alone.')
    if (url.includes('${secret:'))
      problem('Secrets are kept in the database that this leads to. Name a variable of the environment, as env:NAME.')
  })
  .describe('Where sessions and everything else that lasts is kept.')

export type StoreSection = z.output<typeof storeSection>
