export { type ReplayRecordedOptions, replayRecorded } from './simulate/replay-recorded.ts'
