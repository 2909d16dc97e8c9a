export type { UnapprovedSetting } from '@drawbridge/core/machine'
export { createPathMap, type PathMap, type PathMapOptions } from './backend/create-path-map.ts'
export type {
  CapabilityReport,
  CapabilityState,
  Sandbox,
  SandboxBackend,
  SandboxCapability,
} from './backend/sandbox-backend.ts'
export type {
  FilteredNetwork,
  SandboxLimits,
  SandboxMount,
  SandboxNetwork,
  SandboxProfile,
} from './backend/sandbox-profile.ts'
export { withContainment } from './contain/with-containment.ts'
export { createHostMachine, type HostMachineOptions } from './create-host-machine.ts'
export { createFileBackups, type FileBackup, type FileBackupOptions, type FileBackups } from './files/backups.ts'
export type { BoundaryOptions } from './path/boundaries.ts'
export type { LinkProbe } from './path/link-probe.ts'
export { isSensitivePath, type SensitivePathOptions } from './path/sensitive-path.ts'
export type { AnalysedCommand, CommandAnalyser, CommandAnalysis, TouchedPattern } from './target/command-analysis.ts'
export { createTargetResolver, type TargetResolverOptions } from './target/create-target-resolver.ts'
export { type FindProgramOptions, findProgram } from './target/find-program.ts'
