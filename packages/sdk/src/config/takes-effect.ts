import { wantsSandbox } from '../sandbox/sandbox-plan.ts'
import type { Configuration } from './configuration.ts'

/** The moment from which a running process goes by a changed setting. */
export type TakesEffect = 'next call' | 'next run' | 'next start'

/** By the beginning of the dotted key; the first that fits counts. Everything else is read at the start. */
const moments: readonly (readonly [key: string, moment: TakesEffect])[] = [
  ['permissions.sensitive', 'next run'],
  ['permissions.readRoots', 'next run'],
  ['permissions.writeRoots', 'next run'],
  ['permissions.readScope', 'next run'],
  ['permissions.temporaryFolder', 'next run'],
  ['permissions', 'next call'],
  ['tools.dialect', 'next start'],
  ['tools', 'next call'],
  ['network', 'next call'],
  ['shadow', 'next call'],
  ['shell.unapproved', 'next run'],
  ['shell.environment', 'next run'],
  ['backups', 'next run'],
  ['shell', 'next call'],
  ['limits.shared', 'next start'],
  ['limits.timeouts', 'next run'],
  ['limits.arguments', 'next run'],
  ['limits.results', 'next run'],
  ['limits', 'next call'],
  ['approvals.grantDays', 'next start'],
  ['approvals', 'next run'],
  ['flow', 'next run'],
  ['hooks', 'next run'],
  ['artifacts', 'next call'],
  ['scrub.values', 'next call'],
]

/** The sandbox of an agent is made with the others, and its profile is read once. */
const policyOfAgents = new Set(['tools', 'permissions', 'undefined'])

/** Settings of the places where calls run. Sandboxes are made with those of the start. */
const places = new Set([
  'permissions.sensitive',
  'permissions.readRoots',
  'permissions.writeRoots',
  'permissions.readScope',
  'permissions.temporaryFolder',
  'shell.unapproved',
  'shell.environment',
  'backups.perFile',
])

/**
 * Returns the moment from which running processes go by a change of a setting.
 * @param path Of the setting, or of a value in it.
 * @param sections The sections of rooms, each of which says its own moment.
 */
export function takesEffect(
  path: readonly (string | number)[],
  { sections = [], layers = [] }: Partial<Pick<Configuration, 'sections' | 'layers'>> = {},
): TakesEffect {
  const room = sections.find((section) => section.room === path[0])
  if (room !== undefined) return room.takesEffect ?? 'next start'
  if (path[0] === 'agents') return policyOfAgents.has(String(path[2])) ? 'next call' : 'next start'
  const key = path.join('.')
  if (places.has(path.slice(0, 2).join('.')) && wantsSandbox({ layers })) return 'next start'
  return moments.find(([start]) => key === start || key.startsWith(`${start}.`))?.[1] ?? 'next start'
}
