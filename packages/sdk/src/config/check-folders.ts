import type { ConfigLayer } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'

/** Finds folders whose meaning depends on the folder in which the program was started. */
export function checkFolders(layer: ConfigLayer): readonly ConfigProblem[] {
  const { permissions = {} } = layer.config
  return (['readRoots', 'writeRoots'] as const).flatMap((key) =>
    (permissions[key] ?? []).flatMap((folder, index) => {
      if (folder.startsWith('/') || folder === '~' || folder.startsWith('~/')) return []
      return [layer.problem(['permissions', key, index], `The folder "${folder}" must be absolute or below "~/".`)]
    }),
  )
}
