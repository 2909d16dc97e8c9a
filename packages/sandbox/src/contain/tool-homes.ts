import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isWithin } from '@drawbridge/core/base'

/** Folders of a home in which version managers and installers keep programs, with the files that those need. */
const managers: readonly { readonly folder: string; readonly needs: readonly string[] }[] = [
  ...[
    '.pyenv',
    '.rbenv',
    '.nodenv',
    '.goenv',
    '.jenv',
    '.nvm',
    '.volta',
    '.asdf',
    '.deno',
    '.bun',
    '.ghcup',
    '.juliaup',
  ],
  ...[
    '.opam',
    '.sdkman',
    '.fnm',
    '.dotnet',
    '.phpenv',
    '.plenv',
    '.tfenv',
    '.swiftly',
    '.elan',
    'miniconda3',
    'anaconda3',
  ],
  ...['.local/share/fnm', '.local/share/mise', '.local/share/pnpm', '.local/share/rtx', '.poetry', '.yarn', '.sdkman'],
]
  .map((folder) => ({ folder, needs: [folder] }))
  .concat(
    { folder: '.cargo', needs: ['.cargo/bin', '.cargo/registry', '.rustup'] },
    { folder: 'go', needs: ['go/bin', 'go/pkg'] },
    { folder: '.local/bin', needs: ['.local/bin', '.local/share/uv', '.local/share/pipx', '.local/share/mise'] },
  )

/** Git settings in a home that every status depends on: trusted repositories and ignored files. */
const gitSettings = ['.gitconfig', '.config/git', '.gitignore', '.gitignore_global']

export interface ToolHomeOptions {
  readonly searchPath: string
  readonly userHome: string
  /** Programs that the command starts, wherever they lie. */
  readonly programs: readonly string[]
  /** Returns true if a real path would be hidden otherwise. */
  readonly isCovered: (real: string) => boolean
}

/**
 * Returns program folders in places where everything else is hidden: those on the search path, with all their parts,
 * and the installations of single programs. Real, outermost ones.
 */
export function toolHomes({ searchPath, userHome, programs, isCovered }: ToolHomeOptions): readonly string[] {
  const behind = searchPath.split(':').filter((folder) => folder.startsWith('/'))
  const homes = [
    ...behind.flatMap(homeOf),
    ...programs.map((file) => installationOf(dirname(realOf(file) ?? file))),
    ...gitSettings.map((name) => join(userHome, name)),
  ]
  const real = new Set(
    homes.flatMap((path) => realOf(path) ?? []).filter((path) => isCovered(path) && !isTooMuch(path)),
  )
  return [...real].filter((path) => ![...real].some((other) => other !== path && isWithin(other, path)))

  function homeOf(folder: string): readonly string[] {
    const manager = managers.find((each) => isWithin(join(userHome, each.folder), folder))
    if (manager !== undefined) return manager.needs.map((name) => join(userHome, name))
    return [installationOf(folder)]
  }

  /** All of `…/node/v24` for its `bin`, unless that is the home itself or a folder right in it or in the root. */
  function installationOf(folder: string): string {
    const parent = dirname(folder)
    const isOwn = basename(folder) === 'bin' && parent !== userHome && dirname(parent) !== userHome
    return isOwn && dirname(parent) !== '/' && parent !== '/' ? parent : folder
  }

  function isTooMuch(path: string): boolean {
    return path === '/' || isWithin(path, userHome) || dirname(path) === '/'
  }
}

function realOf(path: string): string | undefined {
  try {
    const real = existsSync(path) ? realpathSync.native(path) : undefined
    if (real === undefined) return undefined
    const stat = statSync(real)
    return stat.isDirectory() || stat.isFile() ? real : undefined
  } catch {
    return undefined
  }
}
