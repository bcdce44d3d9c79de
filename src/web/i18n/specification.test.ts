import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { m } from "#web/paraglide/messages.js";

const text = (language: string, key: string): string => {
  const say = (m as Record<string, (inputs: object, options: object) => string>)[key];
  if (!say) throw new Error(`There is no message ${key}`);
  return say({}, { locale: language });
};

type Sentence = [key: keyof typeof m, sentence: string];

/** The error catalogue of the first document, section 8, in its order. */
const publicErrors: Sentence[] = [
  ["promo_success_title", "Success!"],
  ["promo_success_text", "You've been subscribed to our updates. Check your email for exclusive offers!"],
  ["promo_already_title", "Already Subscribed"],
  ["promo_already_text", "This email is already subscribed to our updates."],
  ["promo_failed_title", "Error"],
  ["promo_failed_text", "Failed to subscribe. Please try again."],
  ["request_success_title", "Booking Successful!"],
  ["request_success_text", "Your car rental booking has been confirmed. We'll contact you soon"],
  ["request_failed_title", "Booking Failed"],
  ["request_failed_text", "Something went wrong. Please try again."],
  ["contact_sent_title", "Message sent successfully!"],
  ["contact_sent_text", "We'll get back to you within 24 hours"],
  ["contact_failed_title", "Failed to send message"],
  ["contact_failed_text", "Please try again later"],
  ["auth_login_failed", "Login Failed"],
  ["session_failure_network", "Network error, please try again"],
  ["auth_login_unexplained", "Login failed"],
  ["auth_signup_failed", "Signup Failed"],
  ["auth_created_title", "Account Created!"],
  ["auth_created_text", "Please check your email to confirm your account."],
  ["account_profile_unread", "Failed to fetch profile"],
  ["account_profile_failed", "Profile update failed"],
  ["auth_forgot_failed", "Failed to send reset email"],
  ["auth_forgot_failed_network", "Failed to send reset email, please try again later"],
  ["auth_send_failed", "Send failed"],
  ["car_not_found", "Car Not Found"],
  ["cars_none_found", "No cars found"],
  ["layout_not_found_title", "404 Page Not Found"],
  ["layout_not_found_hint", "Did you forget to add the page to the router?"],
];

/** The error catalogue of the second document, section 8, in its order. */
const adminErrors: Sentence[] = [
  ["admin_denied_title", "Access Denied"],
  ["admin_denied_text", "You don't have permission to access the admin dashboard."],
  ["assistant_analysis_failed", "Analysis failed"],
  ["assistant_generation_failed", "Generation failed"],
  ["admin_upload_failed", "CSV upload failed"],
  ["admin_upload_failed_text", "Failed to upload CSV file"],
  ["admin_upload_network", "Upload error"],
  ["admin_upload_network_text", "Failed to upload CSV file. Please try again."],
  ["admin_zip_failed", "Image upload failed"],
  ["admin_zip_failed_text", "Failed to upload images. Please try again."],
  ["admin_image_failed", "Upload failed"],
  ["admin_image_failed_text", "Failed to upload images. Please try again."],
  ["admin_cars_delete_failed", "Delete failed"],
  ["admin_cars_delete_failed_text", "Failed to delete the car. Please try again."],
  ["admin_cars_offer_failed", "Update failed"],
  ["admin_cars_offer_failed_text", "Failed to update car availability."],
  ["admin_car_failed", "Update failed"],
  ["admin_car_failed_text", "Failed to update the car. Please try again."],
  ["admin_car_missing_title", "Car Not Found"],
  ["admin_cloud_failed", "Upload Failed"],
  ["admin_subs_failed", "Error loading email subscriptions."],
  ["wizard_login_required", "Login Required"],
  ["checkout_alert_method", "Please select a payment method"],
  ["checkout_alert_card", "Please fill in all card and billing information"],
];

/** What the desk says in Chinese whatever its language is. */
const chineseErrors: Sentence[] = [
  ["admin_orders_status_failed", "更新失败"],
  ["admin_orders_status_failed_text", "无法更新订单状态，请稍后重试"],
  ["admin_orders_status_done", "状态更新成功"],
  ["admin_orders_failed", "获取订单失败"],
  ["admin_orders_network", "网络错误"],
  ["order_status_pending", "待确认"],
  ["order_status_confirmed", "已确认"],
  ["order_status_in_progress", "进行中"],
  ["order_status_completed", "已完成"],
  ["order_status_cancelled", "已取消"],
];

/** What the server says itself, and where. */
const serverSentences: [file: string, sentence: string][] = [
  ["src/server/auth/authorise.ts", "Not authenticated"],
  ["src/server/assistant/knowledge.ts", "No car data"],
];

describe("the error catalogues, sections 8 of both documents", () => {
  it.each([...publicErrors, ...adminErrors])("%s reads %j", (key, sentence) => {
    expect(text("en", key)).toBe(sentence);
    expect(text("zh", key)).toMatch(/\p{sc=Han}/u);
  });

  it.each(chineseErrors)("%s reads %j in Chinese", (key, sentence) => {
    expect(text("zh", key)).toBe(sentence);
  });

  it.each(serverSentences)("%s says %j", (file, sentence) => {
    expect(readFileSync(file, "utf8")).toContain(`"${sentence}"`);
  });

  it("a failed logout is said beside what became of it", () => {
    expect(text("en", "session_signed_out_here")).toMatch(/^Logout failed\b/);
  });
});

/** Every label and message of both documents, by document and section. */
const labels: Record<string, string[]> = {
  "first, 2: navigation": [
    "Home",
    "Cars",
    "Search",
    "How it works",
    "FAQ",
    "Contact Us",
    "Sign In",
    "Sign Up",
    "Profile",
    "Log out",
    "User",
    "404 Page Not Found",
  ],
  "first, 2: cars": [
    "Clear Filters",
    "{count} Available Cars",
    "No cars found",
    "Book Now",
    "Car Not Found",
    "Browse All Cars",
    "Back to Cars",
  ],
  "first, 2: auth screen": [
    "Sign in to your account",
    "Use your email and password to login",
    "Create new account",
    "Fill in the information to create your new account",
    "Back to Home",
    "Change Type",
    "Don't have an account?",
    "Already have an account?",
    "Password Requirements",
  ],
  "first, 2: account type": [
    "Choose Your Account Type",
    "Customer",
    "Host",
    "Admin",
    "Continue as Customer",
    "Continue as Host",
    "Continue as Admin",
  ],
  "first, 2: forgot password, plans, order complete": [
    "Email Sent",
    "Use different email",
    "Confirm",
    "Return Home",
    "Print Confirmation",
  ],
  "first, 2: customer dashboard": [
    "Dashboard",
    "My Orders",
    "Message Center",
    "Saved Vehicles",
    "Settings",
    "Customer Account",
    "Browse Cars",
    "Messages",
    "Saved Cars",
    "Total Trips",
    "Upcoming Trips",
    "Member Since",
    "Recent Activity",
    "View All Trips",
    "All",
    "Completed",
    "Active",
    "Rate this rental",
    "New Message",
    "View Details",
    "Edit Profile",
    "Payment Methods",
    "Add",
    "Notification Preferences",
    "Email",
    "SMS",
  ],
  "first, 3": [
    "Full Name",
    "Password",
    "Confirm Password",
    "Admin Code (Required)",
    "Premium",
    "State Minimum",
    "Decline",
  ],
  "first, 4": ["Pending", "Confirmed"],
  "first, 5": [
    "Validation Error",
    "Email is required",
    "Please enter a valid email address",
    "Password is required",
    "Full name is required",
    "Username is required",
    "Username must be at least 3 characters",
    "Username can only contain letters, numbers, and underscores",
    "Password must be at least 6 characters",
    "Passwords do not match",
    "Username is already taken",
    "Missing Information",
    "Please fill in all required fields",
    "Please select: {items}",
    "Please enter your email address",
    "Please fill in all required fields, confirm you are 21 years or older, have 2+ years driving experience, and select an insurance option",
    "Please select a payment method",
    "Please fill in all card and billing information",
  ],
  "second, 2: admin dashboard": [
    "Total Users",
    "Active Vehicles",
    "Active Trips",
    "Overview",
    "Users",
    "Vehicles",
    "Trips",
    "Finance",
    "Reports",
    "Orders",
    "Access Denied",
    "Redirecting to sign in page...",
  ],
  "second, 2: upload and cars": [
    "Download Sample CSV",
    "Total",
    "Available",
    "Unavailable",
    "Filtered",
    "Add Car",
  ],
  "second, 2: booking wizard": [
    "Login Required",
    "Vehicle Details",
    "Insurance",
    "Payment",
    "Verification",
    "Confirmation",
    "Next",
    "Previous",
    "Complete Booking",
  ],
  "second, 5": [
    "Please select a CSV file",
    "Please select a CSV file to upload",
    "Please select a ZIP file containing images",
    'Are you sure you want to delete "{name}"? This action cannot be undone.',
  ],
  // Decision 20.5: the statistics keep their sum and are named after what they count; the specification says Revenue.
  "second, 2, by decision 20.5": ["Completed orders, total"],
};

describe("every label and message of both documents", () => {
  const texts = readdirSync("messages/en").flatMap((file) =>
    Object.values(JSON.parse(readFileSync(`messages/en/${file}`, "utf8")) as Record<string, unknown>),
  );
  const known = new Set(texts);
  it.each(Object.entries(labels))("section %s is word for word", (_section, sentences) => {
    expect(sentences.filter((sentence) => !known.has(sentence))).toEqual([]);
  });
});
