export { createShadowReporter, type ShadowReport, type ShadowReporter } from '../simulate/shadow-report.ts'
export {
  type ChangedCall,
  type ChangedGroup,
  createSimulation,
  type Simulation,
  type SimulationOptions,
  type SimulationReport,
  simulate,
} from '../simulate/simulate.ts'
export type { RecordedLine } from './recorded-line.ts'
export type { RestoreTargets } from './recorded-resolver.ts'
export type { ReplayDifference, ReplayReport } from './replay-report.ts'
export type { RunOpening, RunParts } from './replay-run.ts'
export { type ReplayOptions, replaySession } from './replay-session.ts'
export { createTargetRestorer } from './restore-targets.ts'
