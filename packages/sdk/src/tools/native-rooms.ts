import { defineRoom, type House } from '@drawbridge/room'
import { agentsFolder } from '../virtual/agent-folder.ts'
import type { WebOptions } from '../web/web-options.ts'
import type { WebSection } from '../web/web-section.ts'
import { teamsFolder } from '../workspace/folders-of-teams.ts'
import type { FileSection } from './file-section.ts'

/** The tools for files. */
export const fileRoom = defineRoom<FileSection>({
  name: 'fs',
  loadSection: async () => (await import('./file-section.ts')).fileSection,
  loadTools: async (section) =>
    (await import('@drawbridge/tools'))
      .createFileTools(section?.skippedFolders)
      .map((row) => (row.name === 'fs.edit' ? { ...row, load: loadEdit } : row)),
})

/** The tool asks the small model of the house only for an edit that did not match. */
async function loadEdit(house: House) {
  const { createEdit } = await import('@drawbridge/tools/edit')
  return createEdit(() => house.service('modelCaller'))
}

/** The tools that run programs. `runtime.credentialed_exec` is registered with its programs, which change while others run. */
export const runtimeRoom = defineRoom({
  name: 'runtime',
  loadTools: async () => (await import('@drawbridge/tools')).runtimeTools,
})

/** The tool that names the folder that a session works in. */
export const workspaceRoom = defineRoom({
  name: 'workspace',
  tools: [
    {
      name: 'workspace.dir',
      description:
        'Names the folder that you work in, absolute and real, and says what may be done there. Use it if a command or a report needs the full path.',
      permission: 'readonly',
      tags: ['filesystem'],
      load: async (house) => {
        const { workspaceDir } = await import('@drawbridge/tools/workspace')
        return workspaceDir({
          agentsFolder: () => agentsFolder(house.home),
          teamsFolder: () => teamsFolder(house.home),
          foldersOf: async (caller) => (await (await house.service('teamRoster'))?.foldersOf(caller)) ?? [],
        })
      },
    },
  ],
})

/** The tools for the web. The option `tools.web` of a program counts in place of its section. */
export const webRoom = defineRoom<WebOptions | WebSection>({
  name: 'web',
  loadSection: async () => (await import('../web/web-section.ts')).webSection,
  loadTools: async (section) => (await import('../web/web-rows.ts')).webRows(section),
})
