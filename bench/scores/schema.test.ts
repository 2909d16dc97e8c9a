import { describeBoard } from '../lib/describe-board.ts'
import { measure } from './schema.ts'

describeBoard('schema', measure)
