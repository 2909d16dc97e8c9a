export type {
  EnteredResult,
  FlowEntry,
  FlowJournal,
  HeardWords,
} from './flow-journal.ts'
export { createLedger, type Ledger, mostTokens } from './ledger.ts'
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
