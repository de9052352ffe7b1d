from typing import Literal, Optional

from pydantic import AliasChoices, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Common(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="JOB_", env_file=".env", extra="ignore")

    log_level: Literal["DEBUG", "INFO"] = "INFO"


class Settings(Common):
    database_url: str
    api_key: SecretStr
    workers: int = 4
    threshold: float = Field(0.5, ge=0, le=1, description="Below it, nothing is sent")
    recipients: list[str] = []
    note: Optional[str] = None
    region: str = Field(default="eu", validation_alias=AliasChoices("AWS_REGION", "REGION"))
    old_name: str = Field("x", alias="LEGACY_NAME")
    started: str = Field(default_factory=lambda: "now")

    @property
    def is_debug(self) -> bool:
        return self.log_level == "DEBUG"


settings = Settings()
print(settings.database_url)
