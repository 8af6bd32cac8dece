import { savedReplies } from '../../../db/schema/saved-replies.ts';

export const savedReplyColumns = { id: savedReplies.id, title: savedReplies.title, text: savedReplies.text };
