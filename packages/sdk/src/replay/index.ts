export { type ReplayRecordedOptions, replayRecorded } from './replay-recorded.ts'
