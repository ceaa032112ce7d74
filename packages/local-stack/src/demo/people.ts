import type { SignUpRole } from '@piecework/contracts';
import type { Face } from './portraits';

export interface Person {
  /** Names the person in the rest of the demo data. */
  key: string;
  name: string;
  email: string;
  role: SignUpRole | 'admin';
  /** Without a face the person has no photo, and is shown by a patch. */
  face?: Face;
}

export const DEMO_PASSWORD = 'Piecework1!';

const person = (role: Person['role'], key: string, name: string, face?: Face): Person => ({
  key,
  name,
  email: `${key}@piecework.demo`,
  role,
  ...(face && { face }),
});

export const ADMIN = person('admin', 'admin', 'Helen Okafor', {
  skin: 4,
  hair: 'black',
  cut: 'afro',
  earrings: true,
});

/** The admin, eleven buyers and twenty-eight workers; `worker`, `buyer` and `admin` are the three that the sign-in page names. */
export const PEOPLE: readonly Person[] = [
  ADMIN,

  person('buyer', 'buyer', 'Nora Halvorsen', { skin: 0, hair: 'blond', cut: 'bob', glasses: true }),
  person('buyer', 'tomas', 'Tomás Ferreira', { skin: 2, hair: 'black', cut: 'short', beard: 'full' }),
  person('buyer', 'amina', 'Amina Diallo', { skin: 5, hair: 'black', cut: 'braids', earrings: true }),
  person('buyer', 'kenji', 'Kenji Watanabe', { skin: 1, hair: 'black', cut: 'swept', glasses: true }),
  person('buyer', 'lucia', 'Lucía Moreno', { skin: 2, hair: 'brown', cut: 'long', earrings: true }),
  person('buyer', 'seun', 'Oluwaseun Adeyemi', { skin: 5, hair: 'black', cut: 'crop' }),
  person('buyer', 'greta', 'Greta Baumann', { skin: 0, hair: 'grey', cut: 'bun', glasses: true }),
  person('buyer', 'rahim', 'Rahim Chowdhury', { skin: 3, hair: 'black', cut: 'short', beard: 'moustache' }),
  person('buyer', 'siobhan', 'Siobhán Kelly', { skin: 0, hair: 'ginger', cut: 'curls' }),
  person('buyer', 'meiling', 'Mei-Ling Chen', { skin: 1, hair: 'black', cut: 'bob' }),
  person('buyer', 'ilya', 'Ilya Petrov'),

  person('worker', 'worker', 'Farhana Akter', { skin: 3, hair: 'black', cut: 'scarf' }),
  person('worker', 'mateo', 'Mateo Rojas', { skin: 2, hair: 'brown', cut: 'swept' }),
  person('worker', 'zainab', 'Zainab Bello', { skin: 5, hair: 'black', cut: 'scarf' }),
  person('worker', 'arjun', 'Arjun Nair', { skin: 3, hair: 'black', cut: 'short', glasses: true }),
  person('worker', 'elena', 'Elena Popescu', { skin: 0, hair: 'chestnut', cut: 'long' }),
  person('worker', 'kwame', 'Kwame Mensah', { skin: 5, hair: 'black', cut: 'crop', beard: 'full' }),
  person('worker', 'hana', 'Hana Sato', { skin: 1, hair: 'black', cut: 'bun' }),
  person('worker', 'omar', 'Omar Haddad', { skin: 2, hair: 'black', cut: 'crop', beard: 'full' }),
  person('worker', 'ingrid', 'Ingrid Solberg', { skin: 0, hair: 'blond', cut: 'braids' }),
  person('worker', 'tuan', 'Tuấn Nguyễn', { skin: 1, hair: 'black', cut: 'short' }),
  person('worker', 'fatou', 'Fatou Sarr', { skin: 5, hair: 'black', cut: 'afro', earrings: true }),
  person('worker', 'jakub', 'Jakub Zieliński', { skin: 0, hair: 'brown', cut: 'short', beard: 'moustache' }),
  person('worker', 'priya', 'Priya Raman', { skin: 3, hair: 'black', cut: 'long', earrings: true }),
  person('worker', 'carlos', 'Carlos Mendoza', { skin: 2, hair: 'grey', cut: 'crop', beard: 'moustache' }),
  person('worker', 'leila', 'Leila Karimi', { skin: 1, hair: 'brown', cut: 'curls' }),
  person('worker', 'thabo', 'Thabo Nkosi', { skin: 4, hair: 'black', cut: 'bald', beard: 'full' }),
  person('worker', 'aoife', 'Aoife Brennan', { skin: 0, hair: 'ginger', cut: 'long' }),
  person('worker', 'harpreet', 'Harpreet Gill', { skin: 2, hair: 'black', cut: 'turban', beard: 'full' }),
  person('worker', 'dalia', 'Dalia Mansour', { skin: 2, hair: 'black', cut: 'bob', glasses: true }),
  person('worker', 'sven', 'Sven Eriksson', { skin: 0, hair: 'blond', cut: 'swept' }),
  person('worker', 'rosa', 'Rosa Quispe', { skin: 3, hair: 'black', cut: 'braids' }),
  person('worker', 'minjun', 'Min-jun Park', { skin: 1, hair: 'brown', cut: 'short', glasses: true }),
  person('worker', 'amara', 'Amara Eze', { skin: 4, hair: 'black', cut: 'curls', earrings: true }),
  person('worker', 'luca', 'Luca Moretti', { skin: 1, hair: 'chestnut', cut: 'curls' }),
  person('worker', 'sadia', 'Sadia Rahman'),
  person('worker', 'piet', 'Piet de Vries'),
  person('worker', 'nadia', 'Nadia Haidari'),
  person('worker', 'joao', 'João Pereira'),
];
