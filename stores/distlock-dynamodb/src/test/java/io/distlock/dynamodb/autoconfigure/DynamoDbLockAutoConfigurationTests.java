// SPDX-License-Identifier: Apache-2.0

package io.distlock.dynamodb.autoconfigure;

import java.util.List;

import io.distlock.autoconfigure.store.ClientCandidateContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Which client leads to the locks in DynamoDB, and which values are refused.
 */
class DynamoDbLockAutoConfigurationTests extends ClientCandidateContract<DynamoDbClient> {

	DynamoDbLockAutoConfigurationTests() {
		super(DynamoDbLockAutoConfiguration.class, "dynamodb", "distlock.dynamodb.region=eu-central-1",
				DynamoDbClient.class, "DynamoDbClient");
	}

	@Override
	protected DynamoDbClient newClient() {
		return DynamoDbClient.builder().region(Region.EU_CENTRAL_1).build();
	}

	@Override
	protected List<String> ignoredProperties() {
		return List.of("distlock.dynamodb.endpoint=http://127.0.0.1:1");
	}

	@Override
	protected List<String> neededPackages() {
		return List.of("software.amazon.awssdk.services.dynamodb");
	}

	@ParameterizedTest
	@ValueSource(strings = { "localhost:8000", "ftp://localhost:8000", "http://local host", "http://:8000" })
	void endpointThatCannotBeUsedFails(String endpoint) {
		this.runner.withPropertyValues("distlock.dynamodb.endpoint=" + endpoint)
			.run((context) -> assertFails(context, "'distlock.dynamodb.endpoint' is '" + endpoint + "'",
					"Write it as http://host:port"));
	}

	@Test
	void regionThatCannotBeUsedFails() {
		this.bare.withPropertyValues("distlock.dynamodb.region=Frankfurt am Main")
			.run((context) -> assertFails(context, "'distlock.dynamodb.region' is 'Frankfurt am Main'",
					"as in eu-central-1"));
	}

	@Test
	void endpointWithoutARegionLeadsNowhere() {
		this.bare.withPropertyValues("distlock.provider=dynamodb", "distlock.dynamodb.endpoint=http://127.0.0.1:1")
			.run((context) -> assertFails(context, "distlock.dynamodb.region is not set",
					"Set distlock.dynamodb.region"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "ab", "my table", "locks/a", "" })
	void nameThatNoTableCanHaveFails(String table) {
		this.runner.withPropertyValues("distlock.dynamodb.table=" + table)
			.run((context) -> assertFails(context, "'distlock.dynamodb.table' is '" + table + "'", "3 to 255 letters"));
	}

}
