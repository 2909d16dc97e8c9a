import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

const schema = z
  .strictObject({
    skippedFolders: z
      .array(z.string().regex(/^[^/\\*?]+$/))
      .max(100)
      .readonly()
      .optional()
      .describe(
        'Names of folders that `fs.glob` and `fs.list_files` pass over unless a call names one. Default: `.git`, `node_modules`, `vendor`, `.next`, `dist`, `build`, `target`, `.venv`, `__pycache__`.',
      ),
  })
  .describe('The tools for files.')

export type FileSection = z.output<typeof schema>

/** Section `fs`: a project may set nothing of it. */
export const fileSection: RoomSection<FileSection> = { schema, takesEffect: 'next run' }
