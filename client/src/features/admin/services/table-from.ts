/** From which width of the screen the services are a table: its eight columns need more room than most. */
export const TABLE_FROM_PX = 900;
