// SPDX-License-Identifier: Apache-2.0

package io.distlock.nats.autoconfigure;

import java.io.IOException;
import java.util.List;

import io.distlock.autoconfigure.store.ClientCandidateContract;
import io.distlock.testserver.NatsServer;
import io.nats.client.Connection;
import io.nats.client.Nats;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which client leads to the locks in NATS, and which values are refused.
 */
class NatsLockAutoConfigurationTests extends ClientCandidateContract<Connection> {

	NatsLockAutoConfigurationTests() {
		super(NatsLockAutoConfiguration.class, "nats", "distlock.nats.servers=nats://127.0.0.1:1", Connection.class,
				"NATS Connection");
	}

	/**
	 * A connection cannot be made without a server.
	 */
	@BeforeAll
	static void requireServer() {
		NatsServer.shared();
	}

	@Override
	protected Connection newClient() {
		try {
			return Nats.connect(NatsServer.shared().url());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	protected List<String> ignoredProperties() {
		return List.of("distlock.nats.username=locks", "distlock.nats.ssl-bundle=locks",
				"distlock.nats.credentials=locks.creds");
	}

	@Override
	protected List<String> neededPackages() {
		return List.of("io.nats.client");
	}

	@ParameterizedTest
	@ValueSource(strings = { "nats://app:hidden@nats1:4222", "nats://app:hidden@nats1" })
	void passwordInServersFailsAndIsNotShown(String servers) {
		this.bare.withPropertyValues("distlock.nats.servers=" + servers).run((context) -> {
			assertFails(context, "'distlock.nats.servers' is '***@nats1");
			assertThat(context.getStartupFailure()).rootCause().message().doesNotContain("hidden");
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			nats1:4222                          | 'nats1:4222' is not nats://host:port
			nats://nats1                        | 'nats://nats1' is not nats://host:port
			nats://na ts:4222                   | 'nats://na ts:4222' is no URL
			nats://nats1:4222,tls://nats2:4222  | some begin with nats, some with tls
			,                                   | it names no server
			""")
	void serversThatCannotBeReadFail(String servers, String reason) {
		this.bare.withPropertyValues("distlock.nats.servers=" + servers)
			.run((context) -> assertFails(context, "'distlock.nats.servers' is '" + servers + "'", reason,
					"Write it as nats://host:port,nats://host:port"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "distlock.nats.username=locks", "distlock.nats.password=s3cret" })
	void userAndPasswordGoTogether(String property) {
		this.runner.withPropertyValues(property)
			.run((context) -> assertFails(context, "only one is set", "Set both, or none"));
	}

	@ParameterizedTest
	@CsvSource({ "nats, own, which is not encrypted", "tls, other, no such SSL bundle" })
	void bundleThatCannotBeUsedFails(String scheme, String bundle, String reason) {
		this.bare
			.withPropertyValues("distlock.nats.servers=" + scheme + "://127.0.0.1:1",
					"distlock.nats.ssl-bundle=" + bundle, "spring.ssl.bundle.pem.own.reload-on-update=false")
			.run((context) -> assertFails(context, "distlock.nats.ssl-bundle", reason));
	}

	@ParameterizedTest
	@ValueSource(strings = { "a.b", "a b", "a>", "*", "" })
	void bucketThatCannotBeUsedFails(String bucket) {
		this.runner.withPropertyValues("distlock.nats.bucket=" + bucket)
			.run((context) -> assertFails(context, "'bucket' must consist of letters, digits, '-' and '_'"));
	}

	@Test
	void credentialsThatCannotBeReadFail() {
		this.runner.withPropertyValues("distlock.nats.credentials=/no/such.creds")
			.run((context) -> assertFails(context, "'/no/such.creds', which is no file that can be read",
					"Correct the path"));
	}

	@Test
	void userAndCredentialsExcludeEachOther() {
		this.runner
			.withPropertyValues("distlock.nats.username=locks", "distlock.nats.password=s3cret",
					"distlock.nats.credentials=locks.creds")
			.run((context) -> assertFails(context, "Both distlock.nats.username and distlock.nats.credentials are set",
					"Set one of them"));
	}

}
