import { z } from 'zod'

/** Section `backups`: the earlier contents of files. */
export const backupsSection = z
  .strictObject({
    perFile: z
      .int()
      .min(0)
      .max(1_000)
      .optional()
      .describe('Backups kept of each file that a tool overwrites or deletes. 0: none. Default 10.'),
  })
  .describe('The earlier contents of files that tools change.')
