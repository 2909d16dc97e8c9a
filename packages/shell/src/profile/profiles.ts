import { archivers } from './families/archivers.ts'
import { buildTools } from './families/build-tools.ts'
import { builtins } from './families/builtins.ts'
import { bundlers } from './families/bundlers.ts'
import { clouds } from './families/clouds.ts'
import { containers } from './families/containers.ts'
import { coreutils } from './families/coreutils.ts'
import { databases } from './families/databases.ts'
import { editors } from './families/editors.ts'
import { escapes } from './families/escapes.ts'
import { fileChanges } from './families/file-changes.ts'
import { fileTools } from './families/file-tools.ts'
import { git } from './families/git.ts'
import { goTools } from './families/go.ts'
import { interpreters } from './families/interpreters.ts'
import { kubernetes } from './families/kubernetes.ts'
import { linters } from './families/linters.ts'
import { multiplexers } from './families/multiplexers.ts'
import { networkTools } from './families/network-tools.ts'
import { packageManagers } from './families/package-managers.ts'
import { rustTools } from './families/rust.ts'
import { systemTools } from './families/system-tools.ts'
import { testRunners } from './families/test-runners.ts'
import { textTools } from './families/text-tools.ts'
import type { Profile, ProfileTable } from './profile.ts'

const families: readonly ProfileTable[] = [
  escapes,
  archivers,
  buildTools,
  bundlers,
  fileChanges,
  goTools,
  kubernetes,
  rustTools,
  builtins,
  clouds,
  containers,
  coreutils,
  databases,
  editors,
  fileTools,
  git,
  interpreters,
  linters,
  multiplexers,
  networkTools,
  packageManagers,
  systemTools,
  testRunners,
  textTools,
]

export const profiles: ReadonlyMap<string, Profile> = new Map(families.flatMap((family) => Object.entries(family)))

/** The profile of a program by its base name (`python3.12` is `python3`). */
export function findProfile(name: string): Profile | undefined {
  return (
    profiles.get(name) ??
    profiles.get(
      name.replace(/(?<=[a-z])-?\d+(?:\.\d+)+$|(?<=^(?:python3|perl5|ruby|lua5|php8?|gcc|clang|node))[.-]?[\d.]+$/, ''),
    )
  )
}
