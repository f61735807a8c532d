import { format } from './format.js';
import { add, emptyList, tickOff } from './list.js';

let list = emptyList();
list = add(list, { name: 'apples', aisle: 'fruit', quantity: 6 });
list = add(list, { name: 'bread', aisle: 'bakery' });
list = tickOff(list, 'bread');

console.log(format(list));
