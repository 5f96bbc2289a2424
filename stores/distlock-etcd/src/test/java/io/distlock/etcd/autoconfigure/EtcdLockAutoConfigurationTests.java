// SPDX-License-Identifier: Apache-2.0

package io.distlock.etcd.autoconfigure;

import java.util.List;

import io.distlock.autoconfigure.store.ClientCandidateContract;
import io.etcd.jetcd.Client;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which client leads to the locks in etcd, and which values are refused.
 */
class EtcdLockAutoConfigurationTests extends ClientCandidateContract<Client> {

	EtcdLockAutoConfigurationTests() {
		super(EtcdLockAutoConfiguration.class, "etcd", "distlock.etcd.endpoints=http://127.0.0.1:1", Client.class,
				"etcd Client");
	}

	@Override
	protected Client newClient() {
		return Client.builder().endpoints("http://127.0.0.1:1").build();
	}

	@Override
	protected List<String> ignoredProperties() {
		return List.of("distlock.etcd.username=locks", "distlock.etcd.ssl-bundle=locks");
	}

	@Override
	protected List<String> neededPackages() {
		return List.of("io.etcd.jetcd");
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://app:hidden@etcd1:2379", "http://app:hidden@etcd1" })
	void passwordInEndpointsFailsAndIsNotShown(String endpoints) {
		this.bare.withPropertyValues("distlock.etcd.endpoints=" + endpoints).run((context) -> {
			assertFails(context, "'distlock.etcd.endpoints' is 'http://***@etcd1");
			assertThat(context.getStartupFailure()).rootCause().message().doesNotContain("hidden");
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			etcd1:2379                          | 'etcd1:2379' is not http://host:port
			http://etcd1                        | 'http://etcd1' is not http://host:port
			http://et cd:2379                   | 'http://et cd:2379' is no URL
			http://etcd1:2379,https://etcd2:2379| some begin with http, some with https
			,                                   | it names no member
			""")
	void endpointsThatCannotBeReadFail(String endpoints, String reason) {
		this.bare.withPropertyValues("distlock.etcd.endpoints=" + endpoints)
			.run((context) -> assertFails(context, "'distlock.etcd.endpoints' is '" + endpoints + "'", reason,
					"Write it as http://host:port,http://host:port"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "distlock.etcd.username=locks", "distlock.etcd.password=s3cret" })
	void userAndPasswordGoTogether(String property) {
		this.runner.withPropertyValues(property)
			.run((context) -> assertFails(context, "only one is set", "Set both, or none"));
	}

	@ParameterizedTest
	@CsvSource({ "http, own, which is not encrypted", "https, other, no such SSL bundle" })
	void bundleThatCannotBeUsedFails(String scheme, String bundle, String reason) {
		this.bare
			.withPropertyValues("distlock.etcd.endpoints=" + scheme + "://127.0.0.1:1",
					"distlock.etcd.ssl-bundle=" + bundle, "spring.ssl.bundle.pem.own.reload-on-update=false")
			.run((context) -> assertFails(context, "distlock.etcd.ssl-bundle", reason));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/distlock", "distlock/", "" })
	void rootThatCannotBeUsedFails(String root) {
		this.runner.withPropertyValues("distlock.etcd.root-path=" + root)
			.run((context) -> assertFails(context, "'rootPath' must be a path without a slash"));
	}

}
