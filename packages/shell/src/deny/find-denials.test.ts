import { describeDenied } from '../testing/describe-denied.ts'

describeDenied('fork-bomb', [':(){ :|:& };:', 'bomb(){ bomb|bomb& };bomb', 'f(){ f & f & }; f', 'f() { f | f & }\nf'])
