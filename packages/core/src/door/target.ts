export { identityOnlyResolver } from '../machine/no-machine.ts'
export type { Reach } from '../target/declared-target.ts'
export type { Invocation } from '../target/invocation.ts'
export type { PathDenial, PathDenials } from '../target/path-denials.ts'
export {
  type CommandTarget,
  type CommandWord,
  type DenyGroupHit,
  type DynamicTarget,
  type HostTarget,
  type IdentityTarget,
  type PathAccess,
  type PathTarget,
  type PathZone,
  shellCommand,
} from '../target/target.ts'
export type { TargetResolution, TargetResolver } from '../target/target-resolver.ts'
