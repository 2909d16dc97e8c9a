import { z } from 'zod'

/** Section `files`: the changes that tools make to files. */
export const filesSection = z
  .strictObject({
    backupsPerFile: z
      .int()
      .min(0)
      .max(1_000)
      .optional()
      .describe('Backups kept of each file that a tool overwrites or deletes. 0: none. Default 10.'),
  })
  .describe('The changes that tools make to files.')
