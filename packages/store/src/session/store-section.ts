import { z } from 'zod'

/** Section `store`: the place of permanent data, its durability, and the time for which it is stored. */
export const storeSection = z
  .strictObject({
    kind: z
      .enum(['sqlite', 'postgres', 'files'])
      .optional()
      .describe(
        '`sqlite`: the file `drawbridge.db` in the home. `postgres`: the database of `url`. `files`: sessions as JSON Lines, and no database. Default: `sqlite`; single calls of the command line are recorded in files and imported later.',
      ),
    url: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The URL of the PostgreSQL database, best given as a reference to an environment variable. Default: `DRAWBRIDGE_DATABASE_URL`, else `DATABASE_URL`.',
      ),
    durability: z
      .enum(['process', 'power'])
      .optional()
      .describe(
        'The failure that an acknowledged record survives: the death of the process (default), or also a power failure.',
      ),
    poolSize: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe('The largest number of connections of one process to PostgreSQL. Default 10.'),
    retentionDays: z
      .int()
      .min(1)
      .optional()
      .describe(
        'The number of days that sessions are kept; `drawbridge sessions prune` removes older ones. Default: forever.',
      ),
  })
  .superRefine(({ kind, url, poolSize }, context) => {
    const problem = (message: string, key = 'url') => context.addIssue({ code: 'custom', path: [key], message })
    if (poolSize !== undefined && (kind === 'sqlite' || kind === 'files'))
      problem('A pool of connections requires `"kind": "postgres"`.', 'poolSize')
    if (url === undefined) return
    if (kind !== 'postgres') problem('A url requires `"kind": "postgres"`.')
    if (url.includes('${secret:'))
      problem(
        'Secrets are stored in the database that this URL names, so it cannot refer to one. Use an environment variable: env:NAME.',
      )
  })
  .describe('The database for sessions and all other persistent data.')

/** The section `store` of a configuration, after reading. */
export type StoreSection = z.output<typeof storeSection>
