// SPDX-License-Identifier: Apache-2.0

package io.distlock.azure.autoconfigure;

import java.util.function.Supplier;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import io.distlock.HeldLock;
import io.distlock.LockTemplate;
import io.distlock.autoconfigure.DistlockAutoConfiguration;
import io.distlock.autoconfigure.LockUser;
import io.distlock.autoconfigure.jdbc.JdbcLockAutoConfiguration;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.azure.AzureBlobLockProvider;
import io.distlock.provider.LockProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which client leads to the locks in Azure Blob Storage, and what these locks are not,
 * without a server.
 */
@ExtendWith(OutputCaptureExtension.class)
class AzureBlobLockAutoConfigurationTests {

	private static final String CONNECTION = "AccountName=shop;AccountKey=c2VjcmV0;BlobEndpoint=http://127.0.0.1:1/shop";

	private final ApplicationContextRunner unused = new ApplicationContextRunner().withConfiguration(
			AutoConfigurations.of(DistlockAutoConfiguration.class, AzureBlobLockAutoConfiguration.class));

	private final ApplicationContextRunner bare = this.unused.withBean(LockUser.class);

	private final ApplicationContextRunner runner = connected(this.bare);

	private static ApplicationContextRunner connected(ApplicationContextRunner runner) {
		return runner.withPropertyValues("distlock.azure-blob.connection-string=" + CONNECTION,
				"distlock.azure-blob.container=locks");
	}

	@Test
	void connectionStringLeadsToTheLocksAlsoWhereTheServiceDoesNotAnswer(CapturedOutput output) {
		this.runner.run((context) -> {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(AzureBlobLockProvider.class);
			assertThat(context).doesNotHaveBean(BlobContainerClient.class);
			assertThat(context.getBean(AzureBlobLockProviderCandidate.class).client().getBlobContainerUrl())
				.isEqualTo("http://127.0.0.1:1/shop/locks");
		});
		assertThat(output).containsOnlyOnce("Could not check whether container 'locks' of the locks exists")
			.contains("azure-blob (container locks)");
	}

	@Test
	void containerClientOfTheApplicationLeadsToTheLocks() {
		withContainer(this.bare, "files").run((context) -> {
			assertThat(context.getBean(LockProvider.class)).isInstanceOf(AzureBlobLockProvider.class);
			assertThat(context.getBean(AzureBlobLockProviderCandidate.class).client())
				.isSameAs(context.getBean("files"));
		});
	}

	@Test
	void serviceClientOfTheApplicationLeadsToTheContainerThatIsNamed() {
		withContainer(withService(this.bare, "storage"), "files")
			.withPropertyValues("distlock.azure-blob.container=locks")
			.run((context) -> assertThat(
					context.getBean(AzureBlobLockProviderCandidate.class).client().getBlobContainerUrl())
				.isEqualTo("http://127.0.0.1:1/storage/locks"));
	}

	@Test
	void connectionStringWinsOverClientsOfTheApplication() {
		withService(withContainer(withContainer(this.runner, "files"), "images"), "storage")
			.run((context) -> assertThat(
					context.getBean(AzureBlobLockProviderCandidate.class).client().getBlobContainerUrl())
				.isEqualTo("http://127.0.0.1:1/shop/locks"));
	}

	@Test
	void severalContainerClientsFailAndAreNamed() {
		withContainer(withContainer(this.bare, "files"), "images")
			.run((context) -> assertFails(context, "several BlobContainerClient beans", "files", "images", "@Primary",
					"distlock.azure-blob.connection-string"));
	}

	@Test
	void severalServiceClientsFailAndAreNamed() {
		withService(withService(this.bare, "east"), "west").withPropertyValues("distlock.azure-blob.container=locks")
			.run((context) -> assertFails(context, "several BlobServiceClient beans", "east", "west", "@Primary",
					"distlock.azure-blob.connection-string"));
	}

	@Test
	void containerThatTheContainerClientIgnoresFails() {
		withContainer(this.bare, "files").withPropertyValues("distlock.azure-blob.container=locks")
			.run((context) -> assertFails(context, "distlock.azure-blob.container is set",
					"the BlobContainerClient bean of the application ignores it",
					"com.azure.storage.blob.BlobServiceClient"));
	}

	@Test
	void containerWithoutAClientFails() {
		this.bare.withPropertyValues("distlock.azure-blob.container=locks")
			.run((context) -> assertFails(context,
					"neither distlock.azure-blob.connection-string nor a BlobServiceClient bean"));
	}

	@Test
	void connectionStringWithoutAContainerFails() {
		this.bare.withPropertyValues("distlock.azure-blob.connection-string=" + CONNECTION)
			.run((context) -> assertFails(context,
					"distlock.azure-blob.connection-string is set, but distlock.azure-blob.container is not"));
	}

	@Test
	void serviceClientWithoutAContainerFailsWhereTheStoreIsNamed() {
		withService(this.bare, "storage").withPropertyValues("distlock.provider=azure-blob")
			.run((context) -> assertFails(context,
					"there is a BlobServiceClient bean, but distlock.azure-blob.container is not set"));
	}

	@Test
	void storeWithoutAClientFailsAndSaysWhatToDo() {
		this.bare.withPropertyValues("distlock.provider=azure-blob")
			.run((context) -> assertFails(context, "neither distlock.azure-blob.connection-string nor a",
					"com.azure.storage.blob.BlobContainerClient"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "Locks", "lo", "my--locks", "-locks", "locks/a", "locks_1" })
	void nameThatNoContainerCanHaveFails(String name) {
		this.runner.withPropertyValues("distlock.azure-blob.container=" + name)
			.run((context) -> assertFails(context, "'distlock.azure-blob.container' is '" + name + "'",
					"3 to 63 lower-case letters"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://shop.blob.core.windows.net?sig=c2VjcmV0", "AccountKey=c2VjcmV0",
			"AccountName=shop;AccountKey=c2VjcmV0;BlobEndpoint=not a url" })
	void connectionStringThatCannotBeReadFailsAndIsNotShown(String text) {
		this.runner.withPropertyValues("distlock.azure-blob.connection-string=" + text).run((context) -> {
			assertFails(context, "'distlock.azure-blob.connection-string' cannot be used", "access keys");
			assertThat(context.getStartupFailure()).rootCause().message().doesNotContain("c2VjcmV0");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " " })
	void emptyTextNamesNoContainer(String container) {
		this.bare.withPropertyValues("distlock.azure-blob.container=" + container)
			.run((context) -> assertFails(context, "distlock has no store for its locks",
					"On the class path: azure-blob, local."));
	}

	@Test
	void databaseAndAzureFailWithTheChoiceSpelledOut() {
		withDatabase(this.runner).run((context) -> assertFails(context,
				"several stores that could hold its locks (azure-blob, jdbc)", "distlock.provider=azure-blob"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "azure-blob", "jdbc", "local" })
	void namedStoreIsUsedWhereADatabaseAndAzureAreThere(String name) {
		withDatabase(this.runner).withPropertyValues("distlock.provider=" + name)
			.run((context) -> assertThat(context.getBean(LockProvider.class).name()).isEqualTo(name));
	}

	@Test
	void disabledLeavesAzureAlone() {
		this.runner.withPropertyValues("distlock.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(LockProvider.class)
				.doesNotHaveBean(AzureBlobLockProviderCandidate.class));
	}

	@Test
	void containerWithoutTheModuleDoesNotLeadElsewhereSilently() {
		FilteredClassLoader without = new FilteredClassLoader("com.azure");
		withDatabase(this.runner).withClassLoader(without).run((context) -> assertFails(context, "(azure-blob, jdbc)"));
		this.runner.withClassLoader(without)
			.run((context) -> assertFails(context, "not on the class path", "Add io.distlock:distlock-azure-blob"));
	}

	@Test
	void otherStoresDoWithoutTheModule() {
		this.bare.withClassLoader(new FilteredClassLoader("com.azure"))
			.withPropertyValues("distlock.provider=local")
			.run((context) -> assertThat(context.getBean(LockTemplate.class).execute("key", HeldLock::isHeld))
				.isTrue());
	}

	private static ApplicationContextRunner withContainer(ApplicationContextRunner runner, String name) {
		Supplier<BlobContainerClient> client = () -> service("shop").getBlobContainerClient(name);
		return runner.withBean(name, BlobContainerClient.class, client);
	}

	private static ApplicationContextRunner withService(ApplicationContextRunner runner, String account) {
		return runner.withBean(account, BlobServiceClient.class, () -> service(account));
	}

	private static BlobServiceClient service(String account) {
		return new BlobServiceClientBuilder().connectionString(CONNECTION.replace("shop", account))
			.retryOptions(new RequestRetryOptions(RetryPolicyType.FIXED, 1, 1, 1L, 1L, null))
			.buildClient();
	}

	private static ApplicationContextRunner withDatabase(ApplicationContextRunner runner) {
		return runner.withConfiguration(
				AutoConfigurations.of(JdbcLockAutoConfiguration.class, DataSourceAutoConfiguration.class));
	}

	private static void assertFails(AssertableApplicationContext context, String... parts) {
		assertThat(context).getFailure()
			.rootCause()
			.isInstanceOf(LockConfigurationException.class)
			.message()
			.contains(parts);
	}

}
