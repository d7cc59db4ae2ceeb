"""What is done to texts: to characters, words, order and layout. Knows no code of the program."""
