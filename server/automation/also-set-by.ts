interface Owned {
  owner_user_id: string;
  also_set_by: string[];
}

/**
 * Who has had a say in what a job or webhook runs once a person has changed it, besides its owner. Its runs ask for
 * approval in the owner's name, and none of these people can give it. Nobody is ever left out again: a new owner hasn't
 * chosen what they find.
 */
export const alsoSetBy = ({ owner_user_id: owner, also_set_by: others }: Owned, userId: string): string[] =>
  userId === owner || others.includes(userId) ? others : [...others, userId];
