"""What seats write down before they answer: sheets, their prompts, the slots of their lines."""
