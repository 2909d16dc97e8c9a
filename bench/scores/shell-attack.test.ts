import { describeBoard } from '../lib/describe-board.ts'
import { measure } from './shell-attack.ts'

describeBoard('shell-attack', measure)
