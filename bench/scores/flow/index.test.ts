import { describeBoard } from '../../lib/describe-board.ts'
import { measure } from './index.ts'

/** All attacks take about two minutes: `npm run score -- flow` replays them, and so does 1 here. */
const every = Number(process.env.DRAWBRIDGE_FLOW_EVERY ?? 16)

const sample = `flow, with one of ${every} attacks (DRAWBRIDGE_FLOW_EVERY=1: with all),`

describeBoard(every === 1 ? 'flow' : sample, () => measure({ every }))
