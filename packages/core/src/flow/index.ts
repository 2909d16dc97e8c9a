export type {
  EnteredResult,
  FlowEntry,
  FlowJournal,
  HeardWords,
  PlacedEntry,
} from './flow-journal.ts'
export { createLedger, type Ledger, mostTokens } from './ledger.ts'
export { readFlowEntries } from './read-flow-entries.ts'
export { type FlowReport, type FlowSource, type ReportedAct, reportFlowOf } from './report-flow.ts'
export { sessionTrust } from './session-trust.ts'
export {
  type FlowFinding,
  type FlowJudgement,
  type FlowMode,
  type FlowOrigin,
  type FlowSettings,
  type FlowVoucher,
  flowModes,
  type Sink,
  type SinkKind,
  sinkKinds,
} from './sink.ts'
