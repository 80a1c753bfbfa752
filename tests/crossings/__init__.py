"""What the three translations of `openai.chat` have in common."""
