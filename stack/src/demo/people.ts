import type { SignUpRole } from '@piecework/contracts';

export interface Person {
  /** Identifies the person in the demo data, and names their portrait. */
  key: string;
  name: string;
  email: string;
  role: SignUpRole | 'admin';
  /** Without a portrait the UI shows a generated patch. */
  hasPortrait: boolean;
}

export const DEMO_PASSWORD = 'Piecework1!';

const person = (role: Person['role'], key: string, name: string, hasPortrait = true): Person => ({
  key,
  name,
  email: `${key}@piecework.demo`,
  role,
  hasPortrait,
});

export const ADMIN = person('admin', 'admin', 'Helen Okafor');

/** The admin, eleven buyers and twenty-eight workers; `worker`, `buyer` and `admin` are the three that the sign-in page names. */
export const PEOPLE: readonly Person[] = [
  ADMIN,

  person('buyer', 'buyer', 'Nora Halvorsen'),
  person('buyer', 'tomas', 'Tomás Ferreira'),
  person('buyer', 'amina', 'Amina Diallo'),
  person('buyer', 'kenji', 'Kenji Watanabe'),
  person('buyer', 'lucia', 'Lucía Moreno'),
  person('buyer', 'seun', 'Oluwaseun Adeyemi'),
  person('buyer', 'greta', 'Greta Baumann'),
  person('buyer', 'rahim', 'Rahim Chowdhury'),
  person('buyer', 'siobhan', 'Siobhán Kelly'),
  person('buyer', 'meiling', 'Mei-Ling Chen'),
  person('buyer', 'ilya', 'Ilya Petrov', false),

  person('worker', 'worker', 'Farhana Akter'),
  person('worker', 'mateo', 'Mateo Rojas'),
  person('worker', 'zainab', 'Zainab Bello'),
  person('worker', 'arjun', 'Arjun Nair'),
  person('worker', 'elena', 'Elena Popescu'),
  person('worker', 'kwame', 'Kwame Mensah'),
  person('worker', 'hana', 'Hana Sato'),
  person('worker', 'omar', 'Omar Haddad'),
  person('worker', 'ingrid', 'Ingrid Solberg'),
  person('worker', 'tuan', 'Tuấn Nguyễn'),
  person('worker', 'fatou', 'Fatou Sarr'),
  person('worker', 'jakub', 'Jakub Zieliński'),
  person('worker', 'priya', 'Priya Raman'),
  person('worker', 'carlos', 'Carlos Mendoza'),
  person('worker', 'leila', 'Leila Karimi'),
  person('worker', 'thabo', 'Thabo Nkosi'),
  person('worker', 'aoife', 'Aoife Brennan'),
  person('worker', 'harpreet', 'Harpreet Gill'),
  person('worker', 'dalia', 'Dalia Mansour'),
  person('worker', 'sven', 'Sven Eriksson'),
  person('worker', 'rosa', 'Rosa Quispe'),
  person('worker', 'minjun', 'Min-jun Park'),
  person('worker', 'amara', 'Amara Eze'),
  person('worker', 'luca', 'Luca Moretti'),
  person('worker', 'sadia', 'Sadia Rahman', false),
  person('worker', 'piet', 'Piet de Vries', false),
  person('worker', 'nadia', 'Nadia Haidari', false),
  person('worker', 'joao', 'João Pereira', false),
];
