import { describeBoard } from '../../lib/describe-board.ts'
import { measure } from './index.ts'

/** All attacks take minutes: `npm run score -- flow` replays them, and so does 1 here. */
const every = Number(process.env.DRAWBRIDGE_FLOW_EVERY ?? 16)

describeBoard('flow', () => measure({ every }))
