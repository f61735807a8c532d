import { greet } from './greet.ts';

const name = process.argv[2] ?? 'world';
console.log(greet(name));
