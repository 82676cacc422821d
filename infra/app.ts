import { bundle } from './bundle.ts';
import { giliran } from './giliran.ts';

giliran(await bundle()).synth();
