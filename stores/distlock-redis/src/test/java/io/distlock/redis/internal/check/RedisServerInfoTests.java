// SPDX-License-Identifier: Apache-2.0

package io.distlock.redis.internal.check;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What servers say of themselves.
 */
class RedisServerInfoTests {

	@ParameterizedTest
	@CsvSource({ "6.2.14,true", "7.0.15,true", "7.2.4,false", "7.4-rc1,false", "8,false", "255.255.255,false",
			"10.0.1,false", "'',true" })
	void versionsAreComparedByNumber(String version, boolean beforeWaitAof) {
		assertThat(RedisServerInfo.isBefore(version, 7, 2)).isEqualTo(beforeWaitAof);
	}

	@Test
	void versionIsFoundInWhatTheServerSays() {
		assertThat(new RedisServerInfo((section) -> "# Server\r\nredis_version:7.2.4\r\nvalkey_version:8.0.1\r\n")
			.version()).isEqualTo("7.2.4");
		assertThat(new RedisServerInfo((section) -> "# Server\r\n").version()).isEqualTo("0.0");
	}

}
