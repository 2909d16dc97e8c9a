import { describeBoard } from '../lib/describe-board.ts'
import { measure } from './secrets.ts'

describeBoard('secrets', measure)
