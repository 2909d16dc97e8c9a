import type { DeferredTool } from '@drawbridge/core/registry'

/** Group `artifact`. */
export const artifactTools: readonly DeferredTool[] = [
  {
    name: 'artifact.read',
    description:
      'Reads a part of an output that was truncated. Give the artifact id from the truncation notice and either from_line with max_lines, or offset with bytes.',
    permission: 'readonly',
    storesWhole: false,
    load: async () => (await import('./read.ts')).artifactRead,
  },
]
