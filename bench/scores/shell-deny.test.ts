import { describeBoard } from '../lib/describe-board.ts'
import { measure } from './shell-deny.ts'

describeBoard('shell-deny', measure)
