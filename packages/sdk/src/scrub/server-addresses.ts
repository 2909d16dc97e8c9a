import type { NetworkInterfaceInfo } from 'node:os'
import { type IpAddress, parseIpAddress } from '@drawbridge/net'
import type { ServerAddresses } from './scrub-options.ts'
import { spellAddress } from './spell-address.ts'

/** The operating system's names for this machine: `os.hostname()` and `os.networkInterfaces()`. */
export interface MachineNames {
  readonly hostname: string
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>
}

/** One name or address with all its spellings; none for loopback. */
export interface SpelledName {
  readonly name: string
  readonly spellings: readonly string[]
}

/** Every name and address that a setting means, spelled in all ways. Pure. */
export function serverAddresses(setting: ServerAddresses, machine: MachineNames): readonly SpelledName[] {
  if (setting === 'off') return []
  const names = setting === 'auto' ? namesOf(machine) : setting
  return names.map((name) => ({ name, spellings: spell(name) }))
}

function namesOf({ hostname, interfaces }: MachineNames): readonly string[] {
  const attached = Object.values(interfaces).flatMap((addresses) => addresses ?? [])
  const outward = attached.filter(({ internal }) => !internal)
  return [...new Set([hostname, ...outward.flatMap(({ address, mac }) => [address, mac])])]
}

function spell(name: string): readonly string[] {
  const address = parseIpAddress(name)
  if (address !== undefined) return isLoopback(address) ? [] : spellAddress(address)
  return /^(?:[\da-f]{2}[:-]){5}[\da-f]{2}$/i.test(name) ? spellMac(name) : spellName(name)
}

/** 127.0.0.0/8 (RFC 1122) and ::1 (RFC 4291). */
function isLoopback({ family, bits }: IpAddress): boolean {
  return family === 4 ? bits >> 24n === 127n : bits === 1n
}

function spellMac(mac: string): readonly string[] {
  const bytes = mac.toLowerCase().split(/[:-]/)
  if (bytes.every((byte) => byte === '00')) return []
  return [':', '-', ''].flatMap((separator) => [bytes.join(separator), bytes.join(separator).toUpperCase()])
}

/** The first label alone counts only if it is hardly a word: a name like `server` is too common in innocent text. */
function spellName(name: string): readonly string[] {
  const plain = name.replace(/\.$/, '')
  const [label = ''] = plain.split('.')
  if (plain === '' || label.toLowerCase() === 'localhost') return []
  const names = /[\d-]/.test(label) ? [plain, label] : [plain]
  return [...new Set(names.flatMap((each) => [each, each.toLowerCase(), each.toUpperCase()]))]
}
