import type { ArtifactsSection } from '@drawbridge/core/configuration'
import { defineRoom } from '@drawbridge/room'

/** The full text of truncated outputs: the tool that reads it, and the commands that list, show and remove it. */
export const artifactsRoom = defineRoom<ArtifactsSection>({
  name: 'artifacts',
  summary: 'full text of truncated outputs',
  loadTools: async () => (await import('@drawbridge/tools')).artifactTools,
  commands: [
    {
      path: ['artifacts', 'list'],
      summary: 'list the stored outputs, newest first',
      load: async () => (await import('./artifact-commands.ts')).artifactsList,
    },
    {
      path: ['artifacts', 'show'],
      summary: 'write the full text of a stored output',
      load: async () => (await import('./artifact-commands.ts')).artifactsShow,
    },
    {
      path: ['artifacts', 'prune'],
      summary: 'remove entries past their retention',
      load: async () => (await import('./artifact-commands.ts')).artifactsPrune,
    },
  ],
})
