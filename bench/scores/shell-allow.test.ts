import { describeBoard } from '../lib/describe-board.ts'
import { measure } from './shell-allow.ts'

describeBoard('shell-allow', measure)
