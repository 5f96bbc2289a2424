// SPDX-License-Identifier: Apache-2.0

package io.distlock.consul.autoconfigure;

import java.net.URI;
import java.util.List;

import io.distlock.autoconfigure.store.ClientCandidateContract;
import io.distlock.consul.ConsulClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which client leads to the locks in Consul, and which values are refused.
 */
class ConsulLockAutoConfigurationTests extends ClientCandidateContract<ConsulClient> {

	ConsulLockAutoConfigurationTests() {
		super(ConsulLockAutoConfiguration.class, "consul", "distlock.consul.url=http://127.0.0.1:1", ConsulClient.class,
				"ConsulClient");
	}

	@Override
	protected ConsulClient newClient() {
		return ConsulClient.of(URI.create("http://127.0.0.1:1"));
	}

	@Override
	protected List<String> ignoredProperties() {
		return List.of("distlock.consul.token=locks", "distlock.consul.ssl-bundle=locks");
	}

	@Override
	protected List<String> neededPackages() {
		return List.of();
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://app:hidden@consul1:2379", "http://app:hidden@consul1" })
	void passwordInTheUrlFailsAndIsNotShown(String endpoints) {
		this.bare.withPropertyValues("distlock.consul.url=" + endpoints).run((context) -> {
			assertFails(context, "'distlock.consul.url' is 'http://***@consul1");
			assertThat(context.getStartupFailure()).rootCause().message().doesNotContain("hidden");
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			consul1:8500      | it is not http://host:port
			consul1           | it is not http://host:port
			http://con sul:80 | it is no URL
			""")
	void urlThatCannotBeReadFails(String url, String reason) {
		this.bare.withPropertyValues("distlock.consul.url=" + url)
			.run((context) -> assertFails(context, "'distlock.consul.url' is '" + url + "'", reason,
					"Write it as http://localhost:8500"));
	}

	@ParameterizedTest
	@CsvSource({ "http, own, which is not encrypted", "https, other, no such SSL bundle" })
	void bundleThatCannotBeUsedFails(String scheme, String bundle, String reason) {
		this.bare
			.withPropertyValues("distlock.consul.url=" + scheme + "://127.0.0.1:1",
					"distlock.consul.ssl-bundle=" + bundle, "spring.ssl.bundle.pem.own.reload-on-update=false")
			.run((context) -> assertFails(context, "distlock.consul.ssl-bundle", reason));
	}

	@ParameterizedTest
	@ValueSource(strings = { "/distlock", "distlock/", "" })
	void rootThatCannotBeUsedFails(String root) {
		this.runner.withPropertyValues("distlock.consul.root-path=" + root)
			.run((context) -> assertFails(context, "'rootPath' must be a path without a slash"));
	}

}
