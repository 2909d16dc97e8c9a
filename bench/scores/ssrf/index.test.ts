import { describeBoard } from '../../lib/describe-board.ts'
import { measure } from './index.ts'

describeBoard('ssrf', measure)
