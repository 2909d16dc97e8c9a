import { describeBoard } from '../lib/describe-board.ts'
import { measure } from './paths.ts'

describeBoard('paths', measure)
