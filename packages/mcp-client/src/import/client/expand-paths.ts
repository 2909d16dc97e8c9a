import { posix, win32 } from 'node:path'
import type { ClientFile, ClientPlatform } from './client-file.ts'

/** The machine and the person whose files are meant. */
export interface ClientPlace {
  readonly platform: ClientPlatform
  /** Absolute. */
  readonly userHome: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder of the project, absolute. */
  readonly workspace: string
}

/** Returns the paths of a client's file on a machine. A part of one may be `*`, alone or after a beginning. */
export function expandPaths({ paths }: Pick<ClientFile, 'paths'>, place: ClientPlace): readonly string[] {
  const { platform } = place
  const templates = 'darwin' in paths ? paths[platform] : paths
  const { join } = platform === 'win32' ? win32 : posix
  return [
    ...new Set(templates.map((template) => fill(template, place)).flatMap((path) => (path === '' ? [] : [join(path)]))),
  ]
}

function fill(template: string, place: ClientPlace): string {
  return template.replaceAll(/\{([A-Z_]+):((?:[^{}]|\{[a-z]+\})*)\}|\{([a-z]+)\}/g, (_whole, name, fallback, known) =>
    known === undefined ? (setVariable(place.environment, name) ?? fill(fallback, place)) : folderOf(known, place),
  )
}

function folderOf(name: string, { userHome, environment, workspace }: ClientPlace): string {
  switch (name) {
    case 'config':
      return setVariable(environment, 'XDG_CONFIG_HOME') ?? `${userHome}/.config`
    case 'appdata':
      return setVariable(environment, 'APPDATA') ?? `${userHome}/AppData/Roaming`
    case 'localappdata':
      return setVariable(environment, 'LOCALAPPDATA') ?? `${userHome}/AppData/Local`
    case 'workspace':
      return workspace
    default:
      return userHome
  }
}

function setVariable(environment: ClientPlace['environment'], name: string): string | undefined {
  const value = environment[name]
  return value === '' ? undefined : value
}
